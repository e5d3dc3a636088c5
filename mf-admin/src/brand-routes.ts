import { brandingRead } from '@panel/resources/partner/reads';

const inAdmin = { audience: 'staff', layout: 'admin' } as const;
const ofBrand = { ...inAdmin, parent: '/admin/branding' } as const;

/** The pages of the brand: how the panel looks, what it says, and whether its emails arrive. */
export const brandRoutes = [
  {
    path: '/admin/branding',
    page: 'branding',
    title: 'Branding',
    skeleton: 'form',
    reads: [brandingRead],
    ...inAdmin,
  },
  {
    path: '/admin/branding/email',
    page: 'sender',
    title: 'Email sender',
    skeleton: 'detail',
    ...ofBrand,
  },
  {
    path: '/admin/branding/texts',
    page: 'own-texts',
    title: 'Texts',
    skeleton: 'form',
    ...ofBrand,
  },
] as const;
