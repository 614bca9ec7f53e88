import { IconInbox, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MessageState } from './message-state.tsx';

type Props = { title: string; hint?: string; icon?: Icon; children?: ReactNode };

/** Says why there is nothing here; the next step goes into the children. */
export function EmptyState({ icon = IconInbox, ...rest }: Props) {
  return <MessageState icon={icon} {...rest} />;
}
