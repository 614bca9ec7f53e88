import {
  conditionFieldOf,
  type ConditionField,
  type ConditionName,
  type ConditionValue,
  type CustomField,
} from '@trunkline/contract';
import type { ComponentType } from 'react';

export type FilterOption = { value: string; label: string };
export type FinderProps = {
  label: string;
  value: ConditionValue | undefined;
  onChange: (value: ConditionValue | undefined) => void;
  error: string | undefined;
};

/** The fields by which a certain list can be filtered; the conditions themselves are the same for every list. */
export type ConditionKit = {
  /** In the order in which they are offered. */
  names: readonly ConditionName[];
  of: (name: ConditionName) => ConditionField | undefined;
  fieldName: (name: ConditionName) => string;
  /** Returns the options of a field of the list itself; custom fields carry theirs. */
  choices: (name: ConditionName) => FilterOption[];
  /** Puts a value of a field of the list itself into words. */
  valueName: (name: ConditionName, value: string | number | boolean) => string;
  /** Searches the record that a field refers to, where there are too many for a list of options. */
  Finder?: ComponentType<FinderProps>;
};

/** The kit of a list that is filtered by these custom fields only. */
export const customFieldKit = (fields: readonly CustomField[]): ConditionKit => ({
  names: fields.map(({ id }): ConditionName => `field:${id}`),
  of: (name) => conditionFieldOf(name, fields),
  fieldName: (name) => fields.find(({ id }) => name === `field:${id}`)?.name ?? '',
  choices: () => [],
  valueName: (_, value) => String(value),
});
