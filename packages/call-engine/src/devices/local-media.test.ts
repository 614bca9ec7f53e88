import { describe, expect, test } from 'vitest';
import { asTrack, FakeDevices, FakeTrack } from '../testing/fake-page.ts';
import { blockedBy, cameraErrorOf, type CameraError, type CaptureKind } from './camera-error.ts';
import { devicesInUse, nextDevice } from './device-list.ts';
import { LocalMedia } from './local-media.ts';

function setUp() {
  const devices = new FakeDevices();
  const sent: [CaptureKind, string | undefined, boolean][] = [];
  const errors: { error: CameraError; isOk: Record<CaptureKind, boolean> }[] = [];
  const media = new LocalMedia(devices, {
    onTrack: (kind, track, isMuted) => void sent.push([kind, track?.id, isMuted]),
    onChange: () => undefined,
    onError: (error, isOk) => void errors.push({ error, isOk }),
    onDevices: () => undefined,
    process: (_kind, raw) => Promise.resolve(raw),
  });
  return { media, devices, sent, errors };
}

const states = (media: LocalMedia) => [media.states().audio.state, media.states().video.state];

describe('camera and microphone', () => {
  test('are requested in one permission prompt', async () => {
    const { media, devices } = setUp();
    await media.open();
    expect(devices.asked.map((each) => Object.keys(each))).toEqual([['audio', 'video']]);
    expect(states(media)).toEqual(['playable', 'playable']);
  });

  test('a participant without a camera still sends audio, and gets an error event with the reason', async () => {
    const { media, devices, errors, sent } = setUp();
    devices.refuse.video = { name: 'NotFoundError', message: 'Requested device not found' };
    await media.open();
    expect(states(media)).toEqual(['playable', 'blocked']);
    expect(media.states().video.blocked).toEqual({ byDeviceMissing: true });
    expect(errors).toEqual([
      {
        error: { type: 'not-found', msg: 'Requested device not found', missingMedia: ['video'] },
        isOk: { audio: true, video: false },
      },
    ]);
    expect(sent.find(([kind]) => kind === 'audio')).toMatchObject(['audio', expect.any(String), false]);
  });

  test('a refusal of both devices is reported as one error', async () => {
    const { media, devices, errors } = setUp();
    devices.refuse = { audio: { name: 'NotAllowedError' }, video: { name: 'NotAllowedError' } };
    await media.open();
    expect(errors).toMatchObject([
      { error: { type: 'permissions', blockedBy: 'user', blockedMedia: ['audio', 'video'] } },
    ]);
    expect(media.states().audio.blocked).toEqual({ byPermissions: true });
  });

  test('a page without devices says so', async () => {
    const { media, errors } = setUp();
    const without = new LocalMedia(undefined, {
      onTrack: () => undefined,
      onChange: () => undefined,
      onError: (error, isOk) => void errors.push({ error, isOk }),
      onDevices: () => undefined,
      process: (_kind, raw) => Promise.resolve(raw),
    });
    await without.open();
    expect(errors).toMatchObject([{ error: { type: 'undefined-mediadevices' } }]);
    expect(states(media)).toEqual(['loading', 'loading']);
  });

  test('a microphone that is off stays open, a camera that is off is released', async () => {
    const { media, devices } = setUp();
    await media.open();
    const [mic, camera] = devices.given;
    await media.switch('audio', false);
    await media.switch('video', false);
    expect([mic!.readyState, mic!.enabled, camera!.readyState]).toEqual(['live', false, 'ended']);
    expect(states(media)).toEqual(['off', 'off']);
    await media.switch('audio', true);
    await media.switch('video', true);
    expect(devices.asked).toHaveLength(2);
    expect([mic!.enabled, states(media)]).toEqual([true, ['playable', 'playable']]);
  });

  test('after switching on and off quickly, the last request wins', async () => {
    const { media } = setUp();
    await media.open();
    await Promise.all([true, false, true, false].map((isOn) => media.switch('video', isOn)));
    expect(media.states().video.state).toBe('off');
  });

  test('a device that somebody else switched off shows as off until it is on again', async () => {
    const { media } = setUp();
    await media.open();
    await media.switch('audio', false, { isRemote: true });
    expect(media.states().audio.off).toEqual({ byUser: true, byRemoteRequest: true });
    await media.switch('audio', true);
    await media.switch('audio', false);
    expect(media.states().audio.off).toEqual({ byUser: true });
  });

  test('a participant without the permission to send shows as off, and sends again with the permission', async () => {
    const { media } = setUp();
    await media.open();
    await media.permit('video', false);
    expect(media.states().video).toMatchObject({ state: 'off', off: { byCanSendPermission: true } });
    await media.permit('video', true);
    expect(media.states().video.state).toBe('playable');
  });

  test('a microphone that may not be sent is kept and silent, and goes on without being asked for again', async () => {
    const { media, devices } = setUp();
    await media.open();
    const asked = devices.asked.length;
    await media.permit('audio', false);
    expect(media.states().audio).toMatchObject({ state: 'off', off: { byCanSendPermission: true } });
    await media.permit('audio', true);
    expect(media.states().audio.state).toBe('playable');
    expect(devices.asked).toHaveLength(asked);
  });

  test('another device replaces one that was unplugged; an error is reported if none is left', async () => {
    const { media, devices, errors } = setUp();
    await media.open();
    await media.change('video', { settings: { deviceId: 'video-2' } });
    const lost = devices.given.at(-1)!;
    lost.lose();
    await media.open();
    expect(devices.asked.at(-1)).toMatchObject({ video: { width: { ideal: 1280 } } });
    expect(devices.given.at(-1)).not.toBe(lost);
    expect(media.states().video.state).toBe('playable');
    devices.refuse.video = { name: 'NotFoundError' };
    devices.given.at(-1)!.lose();
    await media.switch('audio', true);
    expect(media.states().video.state).toBe('blocked');
    expect(errors.at(-1)).toMatchObject({ error: { type: 'not-found', missingMedia: ['video'] } });
  });

  test('a custom track is sent, but never stopped by us', async () => {
    const { media, devices, sent } = setUp();
    const own = new FakeTrack('video');
    await media.open();
    await media.change('video', { custom: asTrack(own) });
    expect(sent.at(-1)).toEqual(['video', own.id, false]);
    media.release();
    expect(own.readyState).toBe('live');
    expect(devices.given.every(({ readyState }) => readyState === 'ended')).toBe(true);
  });

  test('a device that opens after the call has ended is released at once', async () => {
    const { media, devices } = setUp();
    const opening = media.open();
    await Promise.resolve();
    media.release();
    await opening;
    expect(devices.given.every(({ readyState }) => readyState === 'ended')).toBe(true);
    expect(media.audio.track).toBeUndefined();
  });

  test('the next camera is the one after the one in use, round and round', async () => {
    const { media, devices } = setUp();
    await media.open();
    const next = async () => (await nextDevice(devices, media, 'video'))?.deviceId;
    expect(await next()).toBe('video-2');
    await media.change('video', { settings: { deviceId: 'video-2' } });
    expect(await next()).toBe('video-1');
    expect(await nextDevice(devices, media, 'audio')).toBeUndefined();
    expect(await devicesInUse(devices, media, undefined)).toMatchObject({
      camera: { deviceId: 'video-2', label: 'Back' },
      mic: { deviceId: 'audio-1' },
      speaker: {},
    });
  });
});

describe('what the browser throws', () => {
  const error = (name: string, message = 'why') => Object.assign(new Error(message), { name });

  test.each([
    [
      'NotAllowedError',
      ['video'],
      { type: 'permissions', blockedBy: 'user', blockedMedia: ['video'] },
      'byPermissions',
    ],
    ['NotFoundError', ['audio'], { type: 'not-found', missingMedia: ['audio'] }, 'byDeviceMissing'],
    ['NotReadableError', ['video'], { type: 'cam-in-use' }, 'byDeviceInUse'],
    ['NotReadableError', ['audio'], { type: 'mic-in-use' }, 'byDeviceInUse'],
    ['AbortError', ['audio', 'video'], { type: 'cam-mic-in-use' }, 'byDeviceInUse'],
    [
      'OverconstrainedError',
      ['video'],
      { type: 'constraints', reason: 'invalid', failedMedia: ['video'] },
      'byDeviceMissing',
    ],
    ['TypeError', ['audio'], { type: 'constraints', reason: 'none-specified' }, 'byDeviceMissing'],
    ['NoMediaDevices', ['audio'], { type: 'undefined-mediadevices' }, 'byDeviceMissing'],
    ['SomethingElse', ['audio'], { type: 'unknown' }, 'byDeviceMissing'],
  ] as const)('%s of %o is what the library calls %o', (name, failed, expected, blocked) => {
    const found = cameraErrorOf(error(name), [...failed]);
    expect(found).toMatchObject({ msg: 'why', ...expected });
    expect(blockedBy(found)).toEqual({ [blocked]: true });
  });

  test('a refusal by the system is not the user’s', () => {
    expect(cameraErrorOf(error('NotAllowedError', 'Permission denied by system'), ['video'])).toMatchObject({
      blockedBy: 'browser',
    });
  });
});
