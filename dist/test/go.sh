#!/usr/bin/env bash
# go.sh: programs of users, who have nothing of this project but its module archives. Dependencies come from a registry.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
path=$(git show HEAD:go/go.mod | sed -n 's/^module //p')
GOPROXY="file://$out/go,$(go env GOPROXY)"
export GOPROXY GOWORK=off GOFLAGS="-mod=mod -modcacherw" GONOSUMDB="koblitz.dev/*" GOMODCACHE=$folder/cache GOBIN=$folder/bin

mkdir "$folder/client"
cat >"$folder/client/main.go" <<END
package main

import (
	"crypto/sha256"
	"fmt"

	"$path"
	"$path/ecdsa"
)

func main() {
	var key secp256k1.SecretKey
	key.Generate()
	digest := sha256.Sum256([]byte("a message"))
	sig, err := ecdsa.Sign(&key, digest[:])
	if err != nil {
		panic(err)
	}
	pub := key.PublicKey()
	fmt.Println(ecdsa.Verify(&pub, digest[:], &sig))
}
END
cd "$folder/client"
go mod init example.com/client 2>/dev/null
go get "$path@v$version"
for tags in '' purego; do
    [ "$(go run -tags="$tags" .)" = true ]
done
echo "ok go: a program"

# In the place of Decred's module.
mkdir "$folder/decred"
cat >"$folder/decred/main.go" <<'END'
package main

import (
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

func main() {
	key := secp256k1.PrivKeyFromBytes([]byte{1})
	fmt.Printf("%x\n", key.PubKey().SerializeCompressed())
}
END
cd "$folder/decred"
go mod init example.com/decred 2>/dev/null
go mod edit -replace "github.com/decred/dcrd/dcrec/secp256k1/v4=$path/decred@v$version"
[ "$(go run .)" = 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 ]
go list -m all | grep -q "$path v$version"
echo "ok go: Decred's interface"

go install "$path/cmd/koblitz@v$version"
"$folder/bin/koblitz" --version | grep -q "^koblitz v$version "
"$folder/bin/koblitz" keygen --out "$folder/key" >"$folder/pub"
"$folder/bin/koblitz" pub --key "$folder/key" | cmp - "$folder/pub"
echo "ok go: the command"
