import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { Button, Radio, Select } from '@mantine/core';
import {
  CUSTOMER_IMPORT_COLUMNS,
  type BodyOf,
  type checkCustomerImport,
  type CustomerImport,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

type Props = {
  row: CustomerImport;
  isSending: boolean;
  onCheck: (body: BodyOf<typeof checkCustomerImport>) => void;
  onOther: () => void;
};

const SHOWN = 2;

/** Assigns the columns of a file to fields, with sample values of each. */
export function ImportColumnMapping({ row, isSending, onCheck, onOther }: Props) {
  const { t } = useTranslation('customers');
  const fields = useCustomFields('customer');
  const [mapping, setMapping] = useState(row.mapping);
  const [existing, setExisting] = useState(row.existing);
  const data = [
    { value: '', label: t('import.nowhere') },
    ...CUSTOMER_IMPORT_COLUMNS.map((column) => ({ value: column, label: t(`import.to.${column}`) })),
    ...fields.map(({ id, name }) => ({ value: `field:${id}`, label: name })),
  ];
  return (
    <>
      <div className={classes['scroll']} role="region" aria-label={t('import.places')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.sample')}</th>
              <th scope="col">{t('import.place')}</th>
            </tr>
          </thead>
          <tbody>
            {row.head.map((name, index) => (
              // By index, because columns of a file may have the same name, or none.
              <tr key={index}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className={classes['hint']}>
                  <bdi>
                    {row.sample
                      .map((cells) => cells[index] ?? '')
                      .filter(Boolean)
                      .slice(0, SHOWN)
                      .join(' · ')}
                  </bdi>
                </td>
                <td>
                  <Select
                    size="xs"
                    aria-label={`${t('import.place')}: ${name}`}
                    comboboxProps={{ withinPortal: false }}
                    data={data}
                    value={mapping[index] ?? ''}
                    allowDeselect={false}
                    onChange={(place) =>
                      setMapping(mapping.map((one, at) => (at === index ? placeOf(place) : one)))
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Radio.Group
        label={t('import.existing')}
        value={existing}
        onChange={(value) => setExisting(value === 'skip' ? 'skip' : 'update')}
      >
        <Radio value="update" label={t('import.update')} />
        <Radio value="skip" label={t('import.skip')} />
      </Radio.Group>
      <div className={classes['foot']}>
        <Button variant="subtle" onClick={onOther}>
          {t('import.new')}
        </Button>
        <Button loading={isSending} onClick={() => onCheck({ mapping, existing })}>
          {t('import.check')}
        </Button>
      </div>
    </>
  );
}

type MappedColumn = CustomerImport['mapping'][number];

const placeOf = (value: string | null): MappedColumn => (value === '' || value === null ? null : value);
