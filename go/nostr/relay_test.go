package nostr_test

import (
	"bufio"
	"fmt"
	"strings"

	"koblitz.dev/secp256k1/nostr"
)

// A relay reads events, one a line, and keeps those whose id and signature are
// right. The first is one of February 2022 as relays have it.
func Example_relay() {
	const line = `{"id":"dc90c95f09947507c1044e8f48bcf6350aa6bff1507dd4acfc755b9239b5c962",` +
		`"pubkey":"3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d","created_at":1644271588,"kind":1,"tags":[],` +
		`"content":"now that https://blueskyweb.org/blog/2-7-2022-overview was announced we can stop working on nostr?",` +
		`"sig":"230e9d8f0ddaf7eb70b5f7741ccfa37e87a455c9a469282e3464e2052d3192cd63a167e196e381ef9d7e69e9ea43af2443b839974dc85d8aaab9efe1d9296524"}`
	input := strings.Join([]string{
		line,
		strings.Replace(line, "stop", "start", 1),
		strings.Replace(line, "230e9d8f", "230e9d80", 1),
		strings.Replace(line, `"kind":1`, `"kind":"1"`, 1),
	}, "\n")

	lines := bufio.NewScanner(strings.NewReader(input))
	for lines.Scan() {
		event, err := nostr.ParseEvent(lines.Bytes())
		if err == nil {
			err = event.Verify()
		}
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		fmt.Printf("kept: %x\n", event.ID)
	}
	// Output:
	// kept: dc90c95f09947507c1044e8f48bcf6350aa6bff1507dd4acfc755b9239b5c962
	// refused: nostr: id is not the SHA-256 of the event
	// refused: nostr: invalid signature
	// refused: nostr: kind "\"1\"" is not an integer in [0, 65535]
}
