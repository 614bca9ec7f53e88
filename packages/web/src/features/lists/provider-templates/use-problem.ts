import { useTranslation } from 'react-i18next';
import type { NewTemplateState } from './use-new-template.ts';

/** Returns the function that puts a field's problem into words. */
export function useProblem({ problem }: NewTemplateState): (path: string) => string | undefined {
  const { t } = useTranslation('lists/provider-templates');
  return (path) => {
    const found = problem(path);
    return found && t(`problem.${found}`, { variable: '{{1}}' });
  };
}
