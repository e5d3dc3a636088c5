import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How different two colours must be to count, from 0 to 1: fonts and gradients differ slightly. */
const THRESHOLD = 0.1;

/** `differing`: the share of pixels, from 0 to 1. `marked`: a PNG of the second picture with these pixels in red. */
export type PictureComparison = { differing: number; marked: Buffer };

/** Compares two pictures of `checkedPicture`, of one size, pixel by pixel. */
export function comparePictures(one: Buffer, other: Buffer): PictureComparison {
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width, height } = second;
  const marks = new PNG({ width, height });
  const options = { threshold: THRESHOLD, includeAA: true };
  const count = pixelmatch(first.data, second.data, marks.data, width, height, options);
  return { differing: count / (width * height), marked: PNG.sync.write(marks, { colorType: 2 }) };
}
