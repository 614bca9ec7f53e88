import { call } from '#shared/api/call.ts';
import { BrandMark } from '#shared/ui/marks/brand-mark.tsx';
import { useQuery } from '@tanstack/react-query';
import { getBranding } from '@trunkline/contract';

/** The workspace's logo and name on pages before the sign-in; nothing until they are loaded. */
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
