import type { Customer } from '@trunkline/contract';
import { Fragment } from 'react';
import { AnswerText } from '#shared/fields/answer-text.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import context from './details.module.css';

/** The customer's custom fields, for reading; they are edited on the customer's profile. */
export default function CustomerAnswers({ customer }: { customer: Customer }) {
  const fields = useCustomFields('customer').filter(({ id }) => customer.fields[id] !== undefined);
  if (fields.length === 0) return null;
  return (
    <dl className={context['facts']}>
      {fields.map((field) => (
        <Fragment key={field.id}>
          <dt>{field.name}</dt>
          <dd className={context['plain']}>
            <AnswerText field={field} answer={customer.fields[field.id] ?? ''} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
