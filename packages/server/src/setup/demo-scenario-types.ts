export type Turn = readonly ['c' | 'a' | 'n', string];
export type Scenario = {
  subject: string;
  category: string;
  subcategory: string;
  type: string;
  tags: readonly string[];
  turns: readonly Turn[];
};
