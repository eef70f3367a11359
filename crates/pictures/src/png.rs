use arbiter_rules::Diagram;
use png::{BitDepth, ColorType, Compression, Encoder};

use crate::canvas::Canvas;

/// The smallest width and height of a picture.
pub const MIN_PIXELS: u32 = 64;
/// The greatest width and height of a picture.
pub const MAX_PIXELS: u32 = 2048;

/// Draws a diagram as a PNG file of this many pixels in each direction, from [`MIN_PIXELS`] to
/// [`MAX_PIXELS`].
#[must_use]
pub fn png(diagram: &Diagram, pixels: u32) -> Vec<u8> {
    let pixels = pixels.clamp(MIN_PIXELS, MAX_PIXELS);
    let mut canvas = Canvas::new(pixels, 800.0).expect("the size is not zero and not too large");
    for part in diagram.parts() {
        canvas.draw(&part);
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels, pixels);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&canvas.to_rgb())?;
        writer.finish()
    });
    written.expect("writing a picture of the right size to memory succeeds");
    file
}
