import { type FileRef, LIMITS, uploadFile } from '@trunkline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '#shared/api/call.ts';
import { fileSize } from '#shared/lib/format.ts';
import { toast } from '#shared/ui/states/toast.ts';

/** A file that is being uploaded, or whose upload failed. */
export type PendingUpload = { key: number; file: File; share: number; failed: boolean };

type Options = { attached: number; onDone: (file: FileRef) => void };

let nextKey = 1;

/** Uploads as soon as a file is chosen, so that sending does not have to wait. */
export function useUploads({ attached, onDone }: Options) {
  const [uploads, setUploads] = useState<readonly PendingUpload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const takeable = useTakeable();

  // Cancels uploads when the ticket is left, because their message is gone.
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = (key: number, part: Partial<PendingUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  function remove(key: number): void {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  }

  async function start({ key, file }: Pick<PendingUpload, 'key' | 'file'>): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { share: 0, failed: false });
    try {
      const { data } = await upload(uploadFile, file, {
        onProgress: (share) => change(key, { share }),
        signal: abort.signal,
      });
      if (abort.signal.aborted) return;
      onDone(data);
      remove(key);
    } catch {
      if (!abort.signal.aborted) change(key, { failed: true });
    }
  }

  function add(files: readonly File[]): void {
    for (const file of takeable(files, LIMITS.filesPerMessage - attached - uploads.length)) {
      const one = { key: nextKey, file, share: 0, failed: false };
      nextKey += 1;
      setUploads((all) => [...all, one]);
      void start(one);
    }
  }

  return {
    uploads,
    add,
    remove,
    retry: (one: PendingUpload) => void start(one),
    isBusy: uploads.some((one) => !one.failed),
  };
}

/** Returns the function that filters out files that may not be sent, and tells the user why. */
function useTakeable() {
  const { t } = useTranslation('tickets');
  return (files: readonly File[], room: number): File[] => {
    if (files.length > room)
      toast(t('composer.tooMany', { max: LIMITS.filesPerMessage }), { kind: 'failed' });
    return files.slice(0, Math.max(room, 0)).filter((file) => {
      if (file.size <= LIMITS.fileBytes) return true;
      toast(t('composer.tooLarge', { name: file.name, max: fileSize(LIMITS.fileBytes) }), { kind: 'failed' });
      return false;
    });
  };
}
