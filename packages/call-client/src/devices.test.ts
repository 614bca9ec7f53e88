import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  inputSettingsOf,
  NO_DEVICES,
  backgroundProcessor,
  findReplacedDevice,
  withoutMissingDevices,
  type Devices,
} from './devices.ts';

afterEach(() => void vi.unstubAllGlobals());

const all = [
  { id: 'one', label: 'First' },
  { id: 'two', label: 'Second' },
];
const using = (microphone: string, camera: string): Devices => ({
  ...NO_DEVICES,
  microphone: { all, current: microphone },
  camera: { all, current: camera },
});

describe('a device that took the place of another', () => {
  test('is told when nobody asked for it', () => {
    expect(findReplacedDevice(using('one', 'one'), using('one', 'two'), {})).toEqual({
      kind: 'camera',
      label: 'Second',
    });
  });

  test('is not told when it was asked for, when it is the first, or when there is none any more', () => {
    expect(findReplacedDevice(using('one', 'one'), using('one', 'two'), { camera: 'two' })).toBeNull();
    expect(findReplacedDevice(NO_DEVICES, using('one', 'two'), {})).toBeNull();
    expect(findReplacedDevice(using('one', 'one'), using('', 'one'), {})).toBeNull();
    expect(findReplacedDevice(using('one', 'one'), using('one', 'one'), {})).toBeNull();
  });
});

describe('what was chosen in an earlier call', () => {
  test('reaches the library before the camera is opened', () => {
    expect(inputSettingsOf({ microphone: 'one', camera: 'two', background: 'blur' })).toEqual({
      audio: { settings: { deviceId: 'one' } },
      video: { settings: { deviceId: 'two' }, processor: backgroundProcessor('blur') },
    });
    expect(inputSettingsOf({})).toEqual({ video: { processor: { type: 'none' } } });
    expect(backgroundProcessor('strong')).toEqual({ type: 'background-blur', config: { strength: 1 } });
  });

  test('is left out where the device is gone; the background stays', async () => {
    const there = [{ kind: 'videoinput', deviceId: 'two' }];
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: () => Promise.resolve(there) } });
    const chosen = { microphone: 'one', camera: 'two', background: 'blur' } as const;
    expect(await withoutMissingDevices(chosen)).toEqual({ camera: 'two', background: 'blur' });
    vi.stubGlobal('navigator', {});
    expect(await withoutMissingDevices(chosen)).toEqual({ background: 'blur' });
  });
});
