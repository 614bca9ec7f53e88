import { useMemo } from 'preact/hooks';
import type { Values } from '../chat/form.ts';
import { useChat } from '../ui/context.ts';
import type { CallView } from './follow-call.ts';

/** Returns what the visitor has already told us, in this call or in a chat, to fill in forms. */
export function useKnown({ name }: CallView): Values {
  const { visitor } = useChat().chat;
  return useMemo(() => {
    const known = name || visitor?.name;
    return { ...(known && { name: known }), ...(visitor?.email && { email: visitor.email }) };
  }, [name, visitor]);
}
