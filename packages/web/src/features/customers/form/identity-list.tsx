import { useCopy } from '#shared/copy/copy.tsx';
import { Dial } from '#shared/dialing/dial.tsx';
import { IdentityGlyph } from '#shared/ui/marks/identity-glyph.tsx';
import { ActionIcon } from '@mantine/core';
import { IconCopy, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../customer-profile.module.css';

/** The addresses of a customer, to be copied, and called where they are telephones. */
export function IdentityList({ customer: { id, identities } }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const { t: shared } = useTranslation('shared');
  const copy = useCopy();
  if (identities.length === 0)
    return (
      <p className={classes['note']} data-empty>
        {t('profile.no-identity')}
      </p>
    );
  return (
    <ul className={classes['identities']}>
      {identities.map((identity) => {
        // A visitor's id means nothing to people.
        const text = identity.kind === 'visitor' ? shared('identity.visitor') : identity.value;
        return (
          <li key={identity.id}>
            <IdentityGlyph kind={identity.kind} />
            <span className={classes['value']}>{text}</span>
            {identity.is_verified && (
              <span className={classes['verified']} title={t('profile.verified')}>
                <IconRosetteDiscountCheck
                  size={16}
                  stroke={1.75}
                  role="img"
                  aria-label={t('profile.verified')}
                />
              </span>
            )}
            {identity.kind === 'phone' && <Dial number={identity.value} customerId={id} />}
            {identity.kind !== 'visitor' && (
              <ActionIcon
                size={28}
                aria-label={t('profile.copy', { value: identity.value })}
                onClick={() => copy(identity.value)}
              >
                <IconCopy size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
