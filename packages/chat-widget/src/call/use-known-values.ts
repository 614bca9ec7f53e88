import { useMemo } from 'preact/hooks';
import type { ChatValues } from '../chat/form.ts';
import { knownValues } from '../chat/state.ts';
import { useChat } from '../ui/context.ts';
import type { WidgetCallView } from './follow-call.ts';

/** Returns what the visitor has already told us, in this call or in a chat, to fill in forms. */
export function useKnownValues({ name }: WidgetCallView): ChatValues {
  const state = useChat();
  return useMemo(() => ({ ...knownValues(state), ...(name && { name }) }), [name, state]);
}
