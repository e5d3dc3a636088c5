import { t, type PaymentMethod } from '@panel/core';
import { ConfirmDialog, Text } from '@panel/ui';
import { cardName, useRemoveCard } from '@panel/resources/payment';

/** Removes a card; one that a running subscription is paid with is refused by the server. */
export function RemoveCardDialog({ card, onClose }: { card: PaymentMethod; onClose: () => void }) {
  const remove = useRemoveCard(onClose);
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name: cardName(card) })}
      confirmLabel={t('Remove card')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(card.id)}
      onClose={onClose}
    >
      <Text as="p">{t('The payment provider forgets this card. Nothing is paid with it any more.')}</Text>
    </ConfirmDialog>
  );
}
