53a\
  ../scriptcheckbatch.cpp
