import { IconInbox, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MessageState } from './message-state.tsx';

type Props = { title: string; hint?: string; icon?: Icon; children?: ReactNode };

/** Nothing here: why, and what to do next (as children). */
export function EmptyState({ icon = IconInbox, ...rest }: Props) {
  return <MessageState icon={icon} {...rest} />;
}
