/* The flags of the field in lanes. */
#pragma once

#include "base/ct.h"
#include "simd/interface.h"

namespace koblitz {

/* One of eight conditions each. Public ones may be looked at. */
template <bool Secret>
class lane_flag {
public:
    lane_flag() : m_(0) {}
    static lane_flag no() { return lane_flag(0); }
    static lane_flag yes() { return lane_flag(0xff); }
    static lane_flag from_lanes(koblitz_lanes::lane_set m) { return lane_flag(m); }
    lane_flag operator!() const { return lane_flag(static_cast<u8>(~m_)); }
    lane_flag operator&(lane_flag o) const { return lane_flag(m_ & o.m_); }
    lane_flag operator!=(lane_flag o) const { return lane_flag(m_ ^ o.m_); }
    koblitz_lanes::lane_set lanes() const requires(!Secret) { return m_; }
    koblitz_lanes::lane_set lanes(constant_time) const { return m_; }

private:
    explicit lane_flag(u8 m) : m_(m) {}
    u8 m_;
};

} // namespace koblitz
