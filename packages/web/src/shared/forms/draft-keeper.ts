export type DraftState = 'empty' | 'saved' | 'unsaved' | 'saving' | 'failed';

export type DraftPlace<T> = {
  /** What this device holds because the server has not confirmed it: so it is newer than what the server has. */
  read: () => T | null;
  write: (draft: T | null) => void;
  /** Brings it to the server. */
  put: (draft: T) => Promise<void>;
  isEmpty: (draft: T) => boolean;
};

type Options<T> = DraftPlace<T> & { first: T; onState: (state: DraftState) => void };

const PAUSE_MS = 700;
const RETRY_MS = 5000;

/**
 * Brings what is written to the server: after a pause, again where that fails, and when the page is left. Until the server has
 * it, it is on this device, so that neither a reload nor a cut connection loses a word.
 */
export function keepDraft<T>({ first, read, write, put, isEmpty, onState }: Options<T>) {
  let latest = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHere = true;
  let chain = Promise.resolve();

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** One after the other: of two at the same moment the older one could arrive last. */
  function save(): void {
    stop();
    chain = chain.then(saveNow);
  }

  async function saveNow(): Promise<void> {
    const saving = latest;
    onState('saving');
    try {
      await put(saving);
    } catch {
      onState('failed');
      // Whoever has left finds it on this device when they come back; until then it must not overtake what they write there.
      if (isHere) timer ??= setTimeout(save, RETRY_MS);
      return;
    }
    // Something was written in the meantime: its own save is on the way.
    if (latest !== saving) return;
    write(null);
    onState(isEmpty(saving) ? 'empty' : 'saved');
  }

  return {
    /** As it is now, however long ago it was drawn. */
    latest: () => latest,
    change(next: T): void {
      latest = next;
      write(next);
      onState('unsaved');
      stop();
      timer = setTimeout(save, PAUSE_MS);
    },
    save,
    /** Nothing is left to be kept: the server has forgotten it already. */
    end(): void {
      stop();
      write(null);
    },
    come(): void {
      isHere = true;
      if (read() !== null) save();
    },
    /** The page is left, perhaps for good. */
    leave(): void {
      if (timer !== undefined) save();
    },
    gone(): void {
      isHere = false;
    },
  };
}
