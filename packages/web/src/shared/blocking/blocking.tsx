import { Button, Menu } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import type { Blockable, Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './blocking.module.css';
import { useBlockable, useBlocking } from './use-blocking.ts';

type Props = { customer: Pick<Customer, 'id' | 'name' | 'version'> };

/** Blocks a customer by an address, number or contact, and says by which they are blocked. */
export default function Blocking({ customer }: Props) {
  const { t } = useTranslation('shared/blocking');
  const { t: shared } = useTranslation('shared');
  const { data = [] } = useBlockable(customer);
  const { block, unblock, isBusy } = useBlocking();
  const labelOf = ({ value, media_id: media }: Blockable): string =>
    media === null ? value : t('contact', { channel: shared(`media.${media}`) });
  if (data.length === 0) return null;
  const blocked = data.filter(({ block_id: id }) => id !== null);
  return (
    <div className={classes['blocking']}>
      {blocked.length > 0 && (
        <p className={classes['blocked']} role="status">
          <IconBan size={14} stroke={1.75} aria-hidden />
          {t('blocked', { what: blocked.map(labelOf).join(', ') })}
        </p>
      )}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-busy={isBusy}
            leftSection={<IconBan size={14} stroke={1.75} aria-hidden />}
          >
            {t('menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map((one) => {
            const { block_id: id } = one;
            const what = { what: labelOf(one) };
            return (
              <Menu.Item
                key={`${one.kind} ${one.account_id} ${one.value}`}
                onClick={() =>
                  id === null
                    ? block({ ...target(one), name: customer.name }, what.what)
                    : unblock(id, what.what)
                }
              >
                {t(id === null ? 'block' : 'unblock', what)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

const target = ({ kind, value, account_id }: Blockable) => ({ kind, value, account_id });
