package ct

import "crypto/subtle"

// independent calls f. Where the processor has FEAT_DIT, the time of its instructions
// does not depend on their data meanwhile.
func independent(f func()) { subtle.WithDataIndependentTiming(f) }
