import type { PhoneSetupItem, TypedPhoneItem } from '@trunkline/contract';
import type { FieldsProps } from '../item-form.ts';
import { MenuFields } from './menu-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { QueueFields } from './queue-fields.tsx';
import { TrunkFields } from './trunk-fields.tsx';

type Props = FieldsProps<TypedPhoneItem> & {
  /** Undefined for a new item. */
  item: PhoneSetupItem | undefined;
};

/** The fields of a queue, a menu, a number, a trunk or a prompt. */
export function ItemFields({ form, item, ...props }: Props) {
  switch (form.kind) {
    case 'queue':
      return <QueueFields form={form} {...props} />;
    case 'menu':
      return <MenuFields form={form} {...props} />;
    case 'number':
      return <NumberFields form={form} {...props} />;
    case 'trunk':
      return <TrunkFields form={form} {...props} hasSecret={item?.kind === 'trunk' && item.has_secret} />;
    case 'prompt':
      return <PromptFields form={form} {...props} item={item?.kind === 'prompt' ? item : undefined} />;
  }
}
