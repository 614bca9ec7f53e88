import { call } from '#shared/api/call.ts';
import { BrandMark } from '#shared/ui/marks/brand-mark.tsx';
import { useQuery } from '@tanstack/react-query';
import { getBranding } from '@trunkline/contract';

/** Whose workspace it is, for whoever has not signed in: nothing until that is known. */
export default function EntryBrand() {
  const branding = useQuery({
    queryKey: ['branding'],
    queryFn: ({ signal }) => call(getBranding, { signal }).then((answer) => answer.data),
    retry: false,
  });
  if (branding.isPending) return null;
  const { logo = null, organisation = '' } = branding.data ?? {};
  return <BrandMark logo={logo} organisation={organisation} size={32} isNamed />;
}
