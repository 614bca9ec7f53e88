import { Builder } from 'flatbuffers';

/**
 * Adds the metadata that MediaPipe's tasks need and the model in the npm package lacks: that colours from 0 to 255
 * become numbers from 0 to 1. The old file is kept unchanged behind a new root table, because offsets in this format
 * only point forwards.
 */
export function withMetadata(model: Uint8Array): Uint8Array {
  const old = new DataView(model.buffer, model.byteOffset, model.byteLength);
  const root = old.getUint32(0, true);
  const vtable = root - old.getInt32(root, true);
  /** Returns where a field of the old root table points to, within the old file. */
  const target = (field: number) => {
    const place = root + old.getUint16(vtable + 4 + 2 * field, true);
    return place + old.getUint32(place, true);
  };
  const buffers = target(BUFFERS);
  const count = old.getUint32(buffers, true);
  const blob = describePictures();

  const layout = plan(count, blob.length);
  const head = new Uint8Array(layout.end);
  const view = new DataView(head.buffer);
  const offset = (at: number, to: number) => view.setUint32(at, to - at, true);
  const vtableAt = (at: number, ...fields: number[]) =>
    fields.forEach((field, index) => view.setUint16(at + 2 * index, field, true));

  offset(0, layout.model);
  head.set(new TextEncoder().encode('TFL3'), 4);
  vtableAt(layout.modelVtable, 18, 28, 4, 8, 12, 16, 20, 0, 24);
  view.setInt32(layout.model, layout.model - layout.modelVtable, true);
  view.setUint32(layout.model + 4, 3, true);
  offset(layout.model + 8, layout.end + target(1));
  offset(layout.model + 12, layout.end + target(2));
  offset(layout.model + 16, layout.end + target(3));
  offset(layout.model + 20, layout.buffers);
  offset(layout.model + 24, layout.metadata);

  view.setUint32(layout.buffers, count + 1, true);
  for (let index = 0; index < count; index += 1) {
    const place = buffers + 4 + 4 * index;
    offset(layout.buffers + 4 + 4 * index, layout.end + place + old.getUint32(place, true));
  }
  offset(layout.buffers + 4 + 4 * count, layout.buffer);

  view.setUint32(layout.metadata, 1, true);
  offset(layout.metadata + 4, layout.entry);
  vtableAt(layout.entryVtable, 8, 12, 4, 8);
  view.setInt32(layout.entry, layout.entry - layout.entryVtable, true);
  offset(layout.entry + 4, layout.name);
  view.setUint32(layout.entry + 8, count, true);
  view.setUint32(layout.name, NAME.length, true);
  head.set(new TextEncoder().encode(NAME), layout.name + 4);

  vtableAt(layout.bufferVtable, 6, 8, 4);
  view.setInt32(layout.buffer, layout.buffer - layout.bufferVtable, true);
  offset(layout.buffer + 4, layout.data);
  view.setUint32(layout.data, blob.length, true);
  head.set(blob, layout.data + 4);

  const whole = new Uint8Array(head.length + model.length);
  whole.set(head);
  whole.set(model, head.length);
  return whole;
}

const NAME = 'TFLITE_METADATA';
const BUFFERS = 4;

const aligned = (at: number, by: number) => Math.ceil(at / by) * by;

/** Returns the positions of the new root table's parts. */
function plan(count: number, blobLength: number) {
  const modelVtable = 8;
  const model = aligned(modelVtable + 18, 4);
  const buffers = model + 28;
  const metadata = buffers + 4 + 4 * (count + 1);
  const entryVtable = metadata + 8;
  const entry = entryVtable + 8;
  const name = entry + 12;
  const bufferVtable = aligned(name + 4 + NAME.length + 1, 4);
  const buffer = aligned(bufferVtable + 6, 4);
  // The buffer's bytes, after their length, must begin at a multiple of 16.
  const data = aligned(buffer + 8 + 4, 16) - 4;
  const end = aligned(data + 4 + blobLength, 16);
  return { modelVtable, model, buffers, metadata, entryVtable, entry, name, bufferVtable, buffer, data, end };
}

/** Describes one input image with colours from 0 to 1. Field numbers are those of TensorFlow Lite's metadata schema. */
function describePictures(): Uint8Array {
  const builder = new Builder(256);
  const floats = (value: number) => {
    builder.startVector(4, 1, 4);
    builder.addFloat32(value);
    return builder.endVector();
  };
  const list = (entry: number) => {
    builder.startVector(4, 1, 4);
    builder.addOffset(entry);
    return builder.endVector();
  };
  const table = (size: number, fill: () => void) => {
    builder.startObject(size);
    fill();
    return builder.endObject();
  };
  const mean = floats(0);
  const deviation = floats(255);
  const normalization = table(2, () => {
    builder.addFieldOffset(0, mean, 0);
    builder.addFieldOffset(1, deviation, 0);
  });
  const unit = table(2, () => {
    builder.addFieldInt8(0, 1, 0);
    builder.addFieldOffset(1, normalization, 0);
  });
  const units = list(unit);
  const input = table(7, () => builder.addFieldOffset(4, units, 0));
  const inputs = list(input);
  const output = table(7, () => undefined);
  const outputs = list(output);
  const subgraph = table(9, () => {
    builder.addFieldOffset(2, inputs, 0);
    builder.addFieldOffset(3, outputs, 0);
  });
  const subgraphs = list(subgraph);
  const metadata = table(8, () => builder.addFieldOffset(3, subgraphs, 0));
  builder.finish(metadata, 'M001');
  return builder.asUint8Array().slice();
}
