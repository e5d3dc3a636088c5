/** Two zips in base64: a static site with an index.html, and a text file. */
const ZIPS = {
  pages:
    'UEsDBBQAAAgIAAAAAABtfCe7HwAAACIAAAAKAAAAaW5kZXguaHRtbLNRTMlPLqksSFXIKMnNsbMpySzJSbXzzcxLtdGHsAFQSwECHgMUAAAICAAAAAAAbXwnux8AAAAiAAAACgAAAAAAAAAAAAAApIEAAAAAaW5kZXguaHRtbFBLBQYAAAAAAQABADgAAABHAAAAAAA=',
  notes:
    'UEsDBBQAAAgIAAAAAAAIWOOGEAAAAA4AAAAJAAAAbm90ZXMudHh0y8svycjMS1coyVcoTk0FAFBLAQIeAxQAAAgIAAAAAAAIWOOGEAAAAA4AAAAJAAAAAAAAAAAAAACkgQAAAABub3Rlcy50eHRQSwUGAAAAAAEAAQA3AAAANwAAAAAA',
};

/** A zip to upload, called `{name}.zip`. */
export const zipFile = (name: keyof typeof ZIPS): File =>
  new File([Uint8Array.from(atob(ZIPS[name]), (letter) => letter.charCodeAt(0))], `${name}.zip`, {
    type: 'application/zip',
  });
