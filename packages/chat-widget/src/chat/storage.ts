import { byTime, readOutgoing, type OutboxMessage } from '../sending/outbox.ts';

export type WidgetStorage = ReturnType<typeof createWidgetStorage>;

/**
 * Storage of the frame for one widget. Where the browser refuses it (private windows, blocked third-party storage),
 * values are kept in memory for as long as the page.
 */
export function createWidgetStorage(key: string, storage: Storage | null = openStorage()) {
  const prefix = `trunkline:${key}:`;
  const memory = new Map<string, string>();

  function read(name: string): string | null {
    if (memory.has(name)) return memory.get(name) ?? null;
    try {
      return storage?.getItem(prefix + name) ?? null;
    } catch {
      return null;
    }
  }
  function write(name: string, value: string): void {
    try {
      if (!storage) throw new Error('no storage');
      storage.setItem(prefix + name, value);
      memory.delete(name);
    } catch {
      memory.set(name, value); // refused or full
    }
  }
  function remove(name: string): void {
    memory.delete(name);
    try {
      storage?.removeItem(prefix + name);
    } catch {
      // Without storage there is nothing to remove.
    }
  }
  function names(start: string): string[] {
    const stored = storage ? Object.keys(storage).filter((name) => name.startsWith(prefix + start)) : [];
    const kept = [...memory.keys()].filter((name) => name.startsWith(start));
    return [...new Set([...stored.map((name) => name.slice(prefix.length)), ...kept])];
  }

  return {
    read,
    write,
    remove,
    listOutgoing: (): OutboxMessage[] =>
      names('out:')
        .flatMap((name) => readOutgoing(read(name) ?? '') ?? [])
        .sort(byTime),
    keepOutgoing: (entry: OutboxMessage) => write(`out:${entry.client_key}`, JSON.stringify(entry)),
    dropOutgoing: (clientKey: string) => remove(`out:${clientKey}`),
  };
}

function openStorage(): Storage | null {
  try {
    const probe = 'trunkline:probe';
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}
