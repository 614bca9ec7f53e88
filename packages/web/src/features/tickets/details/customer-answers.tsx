import type { Customer } from '@trunkline/contract';
import { Fragment } from 'react';
import { AnswerText } from '#shared/fields/answer-text.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import context from './details.module.css';

/** What is known of the customer in custom fields. It is changed where the customer is. */
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
