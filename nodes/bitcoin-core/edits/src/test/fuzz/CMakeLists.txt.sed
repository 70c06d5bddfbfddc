104a\
  script_check_batch.cpp
