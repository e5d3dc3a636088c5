import { t, type Coupon } from '@panel/core';
import { Button, ConfirmDialog, EmptyState, lazyPanel, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { useProductNames } from '@panel/resources/catalog';
import { COUPON_LIST, couponListQuery, useEndCoupon } from '@panel/resources/coupon';
import { couponColumns } from './coupon.columns.tsx';

const CreatePanel = lazyPanel(async () => (await import('./coupon-create.panel.tsx')).CouponCreatePanel);

const source = {
  list: COUPON_LIST,
  query: couponListQuery,
  rowKey: ({ id }: Coupon) => id,
  panels: ['create', 'end'],
} as const;
export const prefetch = prefetchList(source);

function EndDialog({ coupon: { id, code }, onClose }: { coupon: Coupon; onClose: () => void }) {
  const end = useEndCoupon(onClose);
  return (
    <ConfirmDialog
      title={t('End the code {code}?', { code })}
      confirmLabel={t('End code')}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(id)}
      onClose={onClose}
    >
      {t('Nobody can enter it any more. Customers who have bought with it keep what it takes off.')}
    </ConfirmDialog>
  );
}

const Create = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="coupon.create" onClick={onClick}>
    {t('Create a coupon')}
  </Button>
);

/** /admin/coupons: the partner's coupon codes, and how often each was used. */
export function Component() {
  const nameOf = useProductNames();
  return (
    <ListPage
      {...source}
      title={t('Coupons')}
      subtitle={t('Codes with which your customers buy licenses for less.')}
      actions={({ open }) => <Create onClick={() => open('create')} />}
      caption={t('Coupons')}
      columns={couponColumns(nameOf)}
      rowLabel={({ code }) => code}
      rowActions={({ id, state }, { open }): MenuItem[] =>
        state === 'ended'
          ? []
          : [{ key: 'end', call: 'coupon.end', label: t('End'), icon: 'close', onSelect: () => open('end', id) }]
      }
      empty={({ open }) => (
        <EmptyState
          icon="plan"
          preview
          title={t('No coupons yet')}
          text={t('Create a code that takes a percentage or an amount off the price.')}
          action={<Create onClick={() => open('create')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'create' && <CreatePanel onClose={close} />}
          {panel === 'end' && chosen && <EndDialog coupon={chosen} onClose={close} />}
        </>
      )}
    </ListPage>
  );
}
