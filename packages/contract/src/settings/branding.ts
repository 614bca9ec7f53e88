import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The limits of a logo. SVG is not allowed, since it can contain scripts. */
export const LOGO_LIMITS = { bytes: 256 * 1024, side: 2048, types: ['image/png', 'image/webp'] } as const;

export const branding = z.object({
  organisation: z.string(),
  /** The address of the logo; null: there is none. */
  logo: z.string().nullable(),
});
export type Branding = z.infer<typeof branding>;

export const getBranding = endpoint({
  method: 'GET',
  path: '/api/branding',
  permission: 'public',
  summary: 'The name and the logo of the workspace, for pages before signing in.',
  perMinute: 120,
  response: z.object({ data: branding }),
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/branding/logo/:version',
  permission: 'public',
  summary: 'The logo, as long as it is the current one.',
  params: z.object({ version: z.string().regex(/^[0-9a-f]{1,64}$/) }),
  response: z.unknown(),
  download: true,
});

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/branding/logo',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'Set the logo: PNG or WebP by its content, at most 256 kB and 2048 × 2048 pixels. Anything else is `unsupported_type` or `too_large`.',
  upload: true,
  perMinute: 20,
  response: z.object({ data: branding }),
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/branding/logo',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Remove the logo; the product’s own is shown again.',
  response: z.object({ data: branding }),
});
