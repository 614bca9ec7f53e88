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

describe('the notice that a device was replaced by another', () => {
  test('is shown when the user did not ask for the change', () => {
    expect(findReplacedDevice(using('one', 'one'), using('one', 'two'), {})).toEqual({
      kind: 'camera',
      label: 'Second',
    });
  });

  test('is not shown when the user chose the device, for the first device, or when none is left', () => {
    expect(findReplacedDevice(using('one', 'one'), using('one', 'two'), { camera: 'two' })).toBeNull();
    expect(findReplacedDevice(NO_DEVICES, using('one', 'two'), {})).toBeNull();
    expect(findReplacedDevice(using('one', 'one'), using('', 'one'), {})).toBeNull();
    expect(findReplacedDevice(using('one', 'one'), using('one', 'one'), {})).toBeNull();
  });
});

describe('the devices and background chosen in an earlier call', () => {
  test('are passed to the library before the camera is opened', () => {
    expect(inputSettingsOf({ microphone: 'one', camera: 'two', background: 'blur' })).toEqual({
      audio: { settings: { deviceId: 'one' } },
      video: { settings: { deviceId: 'two' }, processor: backgroundProcessor('blur') },
    });
    expect(inputSettingsOf({})).toEqual({ video: { processor: { type: 'none' } } });
    expect(backgroundProcessor('strong')).toEqual({ type: 'background-blur', config: { strength: 1 } });
  });

  test('leave out a device that is gone, and keep the background', async () => {
    const there = [{ kind: 'videoinput', deviceId: 'two' }];
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: () => Promise.resolve(there) } });
    const chosen = { microphone: 'one', camera: 'two', background: 'blur' } as const;
    expect(await withoutMissingDevices(chosen)).toEqual({ camera: 'two', background: 'blur' });
    vi.stubGlobal('navigator', {});
    expect(await withoutMissingDevices(chosen)).toEqual({ background: 'blur' });
  });
});
