import { describe, expect, test } from 'vitest';
import type { SdpSection } from './sdp.ts';
import { Sources } from './sources.ts';

const EXTENSIONS = { mid: 1, rid: 2, repairedRid: 3 };
const PAYLOADS = {
  rtx: new Set([97]),
  clockRates: new Map([
    [96, 90_000],
    [111, 48_000],
  ]),
};

const section = (mid: string, change: Partial<SdpSection> = {}): SdpSection => ({
  mid,
  kind: 'video',
  isSending: true,
  trackId: `track-${mid}`,
  rids: ['q', 'h', 'f'],
  ssrc: undefined,
  rtxSsrc: undefined,
  ...change,
});

type Names = { mid?: string; rid?: string; repairedRid?: string };

function header(ssrc: number, payloadType: number, names: Names = {}) {
  const extensions = Object.entries(names).map(([name, text]) => ({
    id: EXTENSIONS[name as keyof typeof EXTENSIONS],
    payload: Buffer.from(text),
  }));
  return { ssrc, payloadType, extensions };
}

function sources(...sections: SdpSection[]) {
  const known = new Sources();
  known.agree({ sections, extensions: EXTENSIONS, payloadTypes: PAYLOADS });
  return known;
}

test('a camera and a screen whose layers have the same names are kept apart', () => {
  const known = sources(section('1'), section('2'));
  const camera = known.find(header(100, 96, { mid: '1', rid: 'q' }));
  const screen = known.find(header(200, 96, { mid: '2', rid: 'q' }));
  expect(camera?.source).toMatchObject({ mid: '1', rid: 'q' });
  expect(screen?.source).toMatchObject({ mid: '2', rid: 'q' });
  expect(known.find(header(100, 96))?.source).toBe(camera?.source);
  expect(known.find(header(200, 96))?.source).toBe(screen?.source);
});

describe('retransmissions of a layer', () => {
  test('find the layer that they repair', () => {
    const known = sources(section('1'), section('2'));
    const camera = known.find(header(100, 96, { mid: '1', rid: 'h' }));
    known.find(header(200, 96, { mid: '2', rid: 'h' }));
    const repair = known.find(header(101, 97, { mid: '1', repairedRid: 'h' }));
    expect(repair).toEqual({ source: camera?.source, isRepair: true });
    expect(known.find(header(101, 97))?.source).toBe(camera?.source);
  });

  test('of a layer that nothing has come of yet are left out, and understood later', () => {
    const known = sources(section('1'));
    expect(known.find(header(101, 97, { mid: '1', repairedRid: 'q' }))).toBeUndefined();
    known.find(header(100, 96, { mid: '1', rid: 'q' }));
    expect(known.find(header(101, 97, { mid: '1', repairedRid: 'q' }))?.source.rid).toBe('q');
  });

  test('of a track of one quality are found by the number that the description gave', () => {
    const known = sources(section('1', { rids: [], ssrc: 100, rtxSsrc: 101 }));
    expect(known.find(header(100, 96))?.source).toMatchObject({ mid: '1', rid: '' });
    expect(known.find(header(101, 97))).toMatchObject({ isRepair: true, source: { mid: '1' } });
  });
});

describe('packets of nobody', () => {
  test.each([
    ['of a section that was not agreed on', header(9, 96, { mid: '7', rid: 'q' })],
    ['of a layer that was not agreed on', header(9, 96, { mid: '1', rid: 'z' })],
    ['that say nothing', header(9, 96)],
  ])('%s are left out', (_what, packet) => {
    expect(sources(section('1')).find(packet)).toBeUndefined();
  });

  test('never fill the memory, however many numbers they invent', () => {
    const known = sources(section('1'));
    for (let ssrc = 1; ssrc < 1000; ssrc++) known.find(header(ssrc, 96, { mid: '1', rid: 'q' }));
    expect(known.all().length).toBeLessThanOrEqual(64);
  });
});

test('what a section sent is forgotten when it sends no more', () => {
  const known = sources(section('1'), section('2'));
  known.find(header(100, 96, { mid: '1', rid: 'q' }));
  known.find(header(200, 96, { mid: '2', rid: 'q' }));
  known.agree({
    sections: [section('1', { isSending: false }), section('2')],
    extensions: EXTENSIONS,
    payloadTypes: PAYLOADS,
  });
  expect(known.all().map(({ mid }) => mid)).toEqual(['2']);
});
