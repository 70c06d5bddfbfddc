263a\
  scriptcheckbatch.cpp
280a\
    secp256k1
