98a\
  scriptcheckbatch_tests.cpp
