export type DraftState = 'empty' | 'saved' | 'unsaved' | 'saving' | 'failed';

export type DraftPlace<T> = {
  /** Reads the draft kept on this device; it is there only while the server has not confirmed it, so it is the newer one. */
  read: () => T | null;
  write: (draft: T | null) => void;
  /** Saves the draft on the server. */
  put: (draft: T) => Promise<void>;
  isEmpty: (draft: T) => boolean;
};

type Options<T> = DraftPlace<T> & { first: T; onState: (state: DraftState) => void };

const PAUSE_MS = 700;
const RETRY_MS = 5000;

/**
 * Saves a draft on the server: after a pause in typing, again after a failure, and when the page is left. Until the
 * server has confirmed it, it is kept on this device too, so that neither a reload nor a lost connection loses text.
 */
export function keepDraft<T>({ first, read, write, put, isEmpty, onState }: Options<T>) {
  let latest = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHere = true;
  let chain = Promise.resolve();

  /** Where nothing is written nothing can be lost, so an empty draft is reported as empty whatever became of its saving. */
  const report = (state: DraftState): void => onState(isEmpty(latest) ? 'empty' : state);

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Saves run one after the other, because of two at once the older one might arrive last. */
  function save(): void {
    stop();
    chain = chain.then(saveNow);
  }

  async function saveNow(): Promise<void> {
    const saving = latest;
    report('saving');
    try {
      await put(saving);
    } catch {
      report('failed');
      // No retry after the page was left: when the user comes back, they continue with the copy on this device, and a late
      // retry would overwrite that.
      if (isHere) timer ??= setTimeout(save, RETRY_MS);
      return;
    }
    // More was typed in the meantime, and its own save is scheduled.
    if (latest !== saving) return;
    write(null);
    report('saved');
  }

  return {
    /** Returns the current draft, which may be newer than the last render. */
    latest: () => latest,
    change(next: T): void {
      latest = next;
      write(next);
      report('unsaved');
      stop();
      timer = setTimeout(save, PAUSE_MS);
    },
    save,
    /** Discards the draft, because the server has already deleted its copy. */
    end(): void {
      stop();
      write(null);
    },
    come(): void {
      isHere = true;
      if (read() !== null) save();
    },
    /** Saves at once what is still waiting, because the page is left. */
    leave(): void {
      if (timer !== undefined) save();
    },
    gone(): void {
      isHere = false;
    },
  };
}
