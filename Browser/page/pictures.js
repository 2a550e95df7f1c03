// Pictures: the browser decodes them, the engine gets their pixels. Files that the engine does not keep as they are (other formats
// than PNG and JPEG, photos that say "turn me", pictures too large for a canvas) are written again as PNG or JPEG.

const pictures = {
  isPNG: (bytes) => bytes.length > 8 && [0x89, 0x50, 0x4e, 0x47].every((byte, at) => bytes[at] === byte),
  isJPEG: (bytes) => bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,

  /** The pixels of a picture, on white where it is not opaque. Throws when the browser cannot read it. */
  async decode(bytes, type) {
    const image = await createImageBitmap(new Blob([bytes], type ? { type } : {}));
    const most = Math.sqrt(MOST_PIXELS / (image.width * image.height));
    const width = most < 1 ? Math.floor(image.width * most) : image.width;
    const height = most < 1 ? Math.floor(image.height * most) : image.height;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const isSmaller = width !== image.width || height !== image.height;
    image.close?.();
    return { canvas, width, height, isSmaller, pixels: context.getImageData(0, 0, width, height).data };
  },

  /** A picture as the engine keeps it: file, kind, size and pixels. */
  async prepare(bytes) {
    const isJPEG = this.isJPEG(bytes), isPNG = this.isPNG(bytes);
    const picture = await this.decode(bytes, isJPEG ? "image/jpeg" : isPNG ? "image/png" : "");
    if (isPNG || isJPEG) {
      if (!picture.isSmaller && !(isJPEG && this.isTurned(bytes))) return { ...picture, bytes, isJPEG };
    }
    const blob = await canvasBlob(picture.canvas, isJPEG ? "image/jpeg" : "image/png");
    return { ...picture, bytes: new Uint8Array(await blob.arrayBuffer()), isJPEG };
  },

  /** Whether a JPEG has an Exif orientation other than upright: browsers follow it, other programs may not. */
  isTurned(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 2;
    while (at + 10 < bytes.length && bytes[at] === 0xff) {
      const end = at + 2 + view.getUint16(at + 2);
      if (bytes[at + 1] === 0xda) return false;
      if (bytes[at + 1] === 0xe1 && view.getUint32(at + 4) === 0x45786966 && end <= bytes.length) {
        return this.orientation(new DataView(bytes.buffer, bytes.byteOffset + at + 10, end - at - 10)) > 1;
      }
      at = end;
    }
    return false;
  },

  /** Entry 0x0112 of the first directory of a TIFF header. */
  orientation(view) {
    if (view.byteLength < 14) return 1;
    const little = view.getUint16(0) === 0x4949, start = view.getUint32(4, little);
    if (start + 2 > view.byteLength) return 1;
    for (let entry = 0; entry < view.getUint16(start, little); entry++) {
      const at = start + 2 + 12 * entry;
      if (at + 12 > view.byteLength) return 1;
      if (view.getUint16(at, little) === 0x0112) return view.getUint16(at + 8, little);
    }
    return 1;
  },

  /** Gives the engine the pixels of all pictures of the drawing it has. Returns how many could not be decoded. */
  async supply(target) {
    let failed = 0;
    for (let index = 0; index < target.call.picture_count(); index++) {
      const file = target.result(target.call.picture_file(index));
      try {
        const picture = await this.decode(file, this.isJPEG(file) ? "image/jpeg" : "image/png");
        this.give(target, index, picture);
      } catch {
        failed += 1;
      }
    }
    return failed;
  },

  give(target, index, picture) {
    target.lend(picture.pixels, (place) => target.call.picture_pixels(index, place, picture.width, picture.height));
  },
};

const canvasBlob = (canvas, type) => new Promise((done, failed) => {
  canvas.toBlob((blob) => blob ? done(blob) : failed(new Error("the browser made no picture")), type, 0.92);
});
