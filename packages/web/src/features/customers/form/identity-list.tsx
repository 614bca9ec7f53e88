import { Dial } from '#shared/dialing/dial.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconCopy,
  IconMail,
  IconPhone,
  IconRosetteDiscountCheck,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { Customer, IdentityKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../customer-profile.module.css';

const ICONS: Record<IdentityKind, Icon> = {
  email: IconMail,
  phone: IconPhone,
  whatsapp: IconBrandWhatsapp,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  visitor: IconWorld,
};

/** A customer's contacts with buttons to copy and, for phone numbers, to call. */
export function IdentityList({ customer: { id, identities } }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  if (identities.length === 0)
    return (
      <p className={classes['note']} data-empty>
        {t('profile.no-identity')}
      </p>
    );
  return (
    <ul className={classes['identities']}>
      {identities.map((identity) => {
        const Sign = ICONS[identity.kind];
        // A chat visitor's id means nothing to people, so its kind is shown instead.
        const text = identity.kind === 'visitor' ? t('kind.visitor') : identity.value;
        return (
          <li key={identity.id}>
            <Sign size={16} stroke={1.75} aria-label={t(`kind.${identity.kind}`)} role="img" />
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
                onClick={() =>
                  void navigator.clipboard.writeText(identity.value).then(() => toast(t('profile.copied')))
                }
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
