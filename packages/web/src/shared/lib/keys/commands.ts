import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId } from 'react';
import { createStore, useStore } from '../store.ts';

/** An action of the page that is open, offered by the search dialog. */
export type PageCommand = {
  id: string;
  label: string;
  icon: ReactNode;
  /** The key that does the same without the dialog. */
  keys?: string;
  run: () => void;
};

const registered = createStore<ReadonlyMap<string, readonly PageCommand[]>>(new Map());

/** Offers these actions while the component is mounted. */
export function useCommands(commands: readonly PageCommand[]): void {
  const id = useId();
  const run = useEffectEvent((index: number) => commands[index]?.run());
  const signature = commands.map((command) => `${command.id}|${command.label}`).join('\n');
  useEffect(() => {
    const own = commands.map((command, index) => ({ ...command, run: () => run(index) }));
    registered.set(new Map(registered.get()).set(id, own));
    return () => {
      const rest = new Map(registered.get());
      rest.delete(id);
      registered.set(rest);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the signature stands for the list, which is new on every render
  }, [id, signature]);
}

/** The actions of the page that is open, those that were registered last first; of two with the same id only the last. */
export function useRegisteredCommands(): readonly PageCommand[] {
  return latestCommands([...useStore(registered).values()]);
}

/** Pure. */
export function latestCommands(groups: readonly (readonly PageCommand[])[]): PageCommand[] {
  const all = groups.toReversed().flat();
  return all.filter((command, index) => all.findIndex(({ id }) => id === command.id) === index);
}
