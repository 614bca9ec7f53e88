import {
  conditionFieldOf,
  type ConditionField,
  type ConditionName,
  type ConditionValue,
  type CustomField,
} from '@trunkline/contract';
import type { ComponentType } from 'react';

export type Choice = { value: string; label: string };
export type FinderProps = {
  label: string;
  value: ConditionValue | undefined;
  onChange: (value: ConditionValue | undefined) => void;
  error: string | undefined;
};

/** What a list can be narrowed down by. The conditions themselves are the same for every list. */
export type ConditionKit = {
  /** In the order in which they are offered. */
  names: readonly ConditionName[];
  of: (name: ConditionName) => ConditionField | undefined;
  fieldName: (name: ConditionName) => string;
  /** What a field of the list's own can be chosen from; custom fields say it themselves. */
  choices: (name: ConditionName) => Choice[];
  /** A value of a field of the list's own in words. */
  valueName: (name: ConditionName, value: string | number | boolean) => string;
  /** Finds what a field refers to, where there are too many to choose from. */
  Finder?: ComponentType<FinderProps>;
};

/** The kit of a list that is narrowed down by these custom fields, and by nothing else. */
export const customKit = (fields: readonly CustomField[]): ConditionKit => ({
  names: fields.map(({ id }): ConditionName => `field:${id}`),
  of: (name) => conditionFieldOf(name, fields),
  fieldName: (name) => fields.find(({ id }) => name === `field:${id}`)?.name ?? '',
  choices: () => [],
  valueName: (_, value) => String(value),
});
