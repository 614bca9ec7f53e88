export type DemoTurn = readonly ['c' | 'a' | 'n', string];
export type DemoScenario = {
  subject: string;
  category: string;
  subcategory: string;
  type: string;
  tags: readonly string[];
  turns: readonly DemoTurn[];
};
