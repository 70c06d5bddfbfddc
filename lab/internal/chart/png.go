package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// pngScale is the pixels of a PNG for one of the layout.
const pngScale = 2

// PNG draws the picture.
func (p Picture) PNG(theme Theme) ([]byte, error) {
	s := p.draw()
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(s.w*pngScale)), int(math.Ceil(s.h*pngScale))))
	draw.Draw(img, img.Bounds(), image.NewUniform(rgb(theme[page], 1)), image.Point{}, draw.Src)
	for _, b := range s.blocks {
		opacity := 1.0
		if b.pale {
			opacity = pale
		}
		at := func(x float64) int { return int(math.Round(x * pngScale)) }
		r := image.Rect(at(b.x), at(b.y), max(at(b.x+b.w), at(b.x)+1), at(b.y+b.h))
		draw.Draw(img, r, image.NewUniform(rgb(theme[b.colour], opacity)), image.Point{}, draw.Over)
	}
	for _, l := range s.labels {
		f, err := face(l.size*pngScale, l.bold)
		if err != nil {
			return nil, err
		}
		x := l.x * pngScale
		if l.anchor == end {
			x -= float64(font.MeasureString(f, l.text)) / 64
		}
		d := font.Drawer{
			Dst: img, Src: image.NewUniform(rgb(theme[l.colour], 1)), Face: f,
			Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(l.y * pngScale * 64)},
		}
		d.DrawString(l.text)
	}
	var buf bytes.Buffer
	err := png.Encode(&buf, img)
	return buf.Bytes(), err
}

func rgb(hex string, opacity float64) color.NRGBA {
	c := color.NRGBA{A: uint8(math.Round(255 * opacity))}
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}

type faceKey struct {
	size float64
	bold bool
}

var (
	facesMu sync.Mutex
	faces   = map[faceKey]font.Face{}
)

func face(size float64, bold bool) (font.Face, error) {
	facesMu.Lock()
	defer facesMu.Unlock()
	key := faceKey{size, bold}
	if f := faces[key]; f != nil {
		return f, nil
	}
	ttf := goregular.TTF
	if bold {
		ttf = gobold.TTF
	}
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err == nil {
		faces[key] = f
	}
	return f, err
}

// textWidth is that of the font that a PNG has, which is as broad as those of browsers.
func textWidth(s string, size float64, bold bool) float64 {
	f, err := face(size, bold)
	if err != nil {
		return 0
	}
	facesMu.Lock() // a face is not safe for concurrent use
	defer facesMu.Unlock()
	return float64(font.MeasureString(f, s)) / 64
}
