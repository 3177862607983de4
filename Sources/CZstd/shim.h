#ifndef REEL_CZSTD_SHIM_H
#define REEL_CZSTD_SHIM_H
#include <zstd.h>
#include <zstd_errors.h>
#endif
