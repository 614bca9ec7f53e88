import { useQuery } from '@tanstack/react-query';
import type { Language, Template } from '@trunkline/contract';
import { useState } from 'react';
import { templatesQuery } from '#features/tickets/api.ts';
import { findTemplates, slashQuery } from '#features/tickets/template-variables.ts';

type Options = {
  body: string;
  cursor: number;
  languages: readonly Language[];
  mediaId: number;
  departmentId: number;
  enabled: boolean;
  /** Replaces the slash and the text after it by a template. */
  onPick: (template: Template, start: number) => void;
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The menu of templates that a slash opens. While it is open, it handles the arrow keys, Enter, Tab and Escape. */
export function useTemplateMenu({ body, cursor, enabled, onPick, ...ticket }: Options) {
  const { slash, dismiss } = useSlash(enabled ? slashQuery(body, cursor) : null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const { data, isError } = useQuery({ ...templatesQuery, enabled: slash !== null });
  const found = slash && data ? findTemplates(data, { ...ticket, query: slash.query }) : [];
  // A new query highlights its best match.
  const index = active.query === slash?.query ? Math.min(active.index, Math.max(found.length - 1, 0)) : 0;

  /** Returns true where the menu handled the key. */
  function handleKey(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): boolean {
    if (!slash) return false;
    const isUsed = act(event.key, slash);
    if (isUsed) event.preventDefault();
    return isUsed;
  }

  function act(key: string, { query, start }: { query: string; start: number }): boolean {
    const step = STEPS[key];
    const chosen = found[index];
    if (key === 'Escape') dismiss(start);
    else if (!chosen) return false;
    else if (step !== undefined) setActive({ query, index: (index + step + found.length) % found.length });
    else if (key === 'Enter' || key === 'Tab') onPick(chosen, start);
    else return false;
    return true;
  }

  return {
    isOpen: slash !== null && (data !== undefined || isError),
    failed: isError,
    found,
    index,
    handleKey,
    pick: (template: Template) => slash && onPick(template, slash.start),
  };
}

type Slash = NonNullable<ReturnType<typeof slashQuery>>;

/** Returns the current slash; one that was dismissed with Escape is ignored until it is deleted. */
function useSlash(typed: Slash | null): { slash: Slash | null; dismiss: (start: number) => void } {
  const [dismissed, setDismissed] = useState<number | null>(null);
  if (!typed && dismissed !== null) setDismissed(null);
  return { slash: typed?.start === dismissed ? null : typed, dismiss: setDismissed };
}
