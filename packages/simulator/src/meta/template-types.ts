type Button = { type: string; text: string; url?: string; phone_number?: string; example?: string[] };
export type Component = {
  type: string;
  format?: string;
  text?: string;
  buttons?: Button[];
  example?: Record<string, unknown>;
};
/** A template as Meta stores it. */
export type MetaTemplate = {
  name: string;
  language: string;
  status: string;
  category: string;
  rejected_reason?: string;
  components: Component[];
};
