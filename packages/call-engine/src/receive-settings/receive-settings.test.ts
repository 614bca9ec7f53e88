import { describe, expect, test } from 'vitest';
import { asTrack, FakeTrack, FakeTransport, fakeWire, person } from '../testing/fake-page.ts';
import { ReceiveSettings } from './receive-settings.ts';

describe('which layer is wanted', () => {
  const video = {
    sid: 'T',
    key: 'video',
    kind: 'video' as const,
    isMuted: false,
    isPaused: false,
    isSubscribed: true,
    track: undefined,
  };

  test('a participant’s setting overrules the base; "inherit" removes it; new participants get the base', () => {
    const { wire, last } = fakeWire();
    const transport = new FakeTransport({} as never);
    transport.people = [person('a', { tracks: [video] })];
    const settings = new ReceiveSettings({ wire, transport, heights: () => new Map() });
    settings.update({ base: { video: { layer: 0 } }, a: { video: { layer: 2 } } });
    expect(transport.layers).toEqual([['a', 'video', 2]]);
    expect(last('receive-settings-updated')).toMatchObject({
      receiveSettings: { base: { video: { layer: 0 } }, a: { video: { layer: 2 } } },
    });
    settings.update({ a: 'inherit' });
    expect(transport.layers.at(-1)).toEqual(['a', 'video', 0]);
    transport.people.push(person('b', { tracks: [{ ...video, sid: 'T2' }] }));
    settings.apply();
    settings.apply();
    expect(transport.layers.slice(2)).toEqual([['b', 'video', 0]]);
    settings.update({ base: { video: { layer: 'inherit' } } });
    expect(transport.layers.slice(3)).toEqual([
      ['a', 'video', undefined],
      ['b', 'video', undefined],
    ]);
  });

  test('without a setting the size of the tile decides, otherwise the setting', () => {
    const { wire } = fakeWire();
    const transport = new FakeTransport({} as never);
    const track = new FakeTrack('video');
    transport.people = [person('a', { tracks: [{ ...video, track: asTrack(track) }] })];
    let height = 120;
    const settings = new ReceiveSettings({ wire, transport, heights: () => new Map([[track.id, height]]) });
    settings.apply();
    height = 360;
    settings.apply();
    height = 900;
    settings.apply();
    expect(transport.layers.map(([, , layer]) => layer)).toEqual([0, 1, 2]);
    settings.update({ a: { video: { layer: 0 } } });
    settings.apply();
    expect(transport.layers.map(([, , layer]) => layer)).toEqual([0, 1, 2, 0]);
  });
});
