import type { CreatedKey, Key } from '@ledgergraph/dashboard-api/contract';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { PagedList } from '@ledgergraph/ui/feedback/paged-list.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Button, Card, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyIcon, PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import { AllowSendingDialog, ForbidSendingDialog, RevokeKeyDialog } from './confirm-key-dialogs.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import rowClasses from './key-row.module.css';
import { type KeyAction, KeyRow } from './key-row.tsx';
import { RevealKeyDialog } from './reveal-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { useKeys } from './use-keys.ts';

type Doing = { action: KeyAction; key: Key } | undefined;

export function KeysPage() {
  const keys = useKeys();
  const [isCreating, creating] = useDisclosure(false);
  const [doing, setDoing] = useState<Doing>();
  const [created, setCreated] = useState<CreatedKey>();
  const done = (): void => setDoing(undefined);
  const subject = (action: KeyAction): Key | undefined => (doing?.action === action ? doing.key : undefined);
  const reveal = (value: CreatedKey): void => {
    creating.close();
    done();
    setCreated(value);
  };
  const create = (
    <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={creating.open}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      intro="Each call carries a key. Give every program its own: then you can exchange one without touching the others."
      action={create}
    >
      <PagedList
        query={keys}
        itemsOf={(page) => page.keys}
        rows={4}
        more="Show earlier keys"
        empty={
          <Card>
            <NothingYet icon={<KeyIcon />} title="No keys yet" action={create}>
              With a key, your first query is a minute away. Test keys cost nothing.
            </NothingYet>
          </Card>
        }
      >
        {(list) => (
          <KeyList keys={list} isAll={!keys.hasNextPage} onAction={(action, key) => setDoing({ action, key })} />
        )}
      </PagedList>
      <CreateKeyDialog isOpen={isCreating} onClose={creating.close} onCreated={reveal} />
      <ChangeKeyDialog subject={subject('change')} onClose={done} />
      <RotateKeyDialog subject={subject('rotate')} onClose={done} onRotated={reveal} />
      <AllowSendingDialog subject={subject('allow-sending')} onClose={done} />
      <ForbidSendingDialog subject={subject('forbid-sending')} onClose={done} />
      <RevokeKeyDialog subject={subject('revoke')} onClose={done} />
      <RevealKeyDialog created={created} onClose={() => setCreated(undefined)} />
    </Page>
  );
}

interface KeyListProps {
  keys: Key[];
  /** False: the team has earlier keys. */
  isAll: boolean;
  onAction: (action: KeyAction, key: Key) => void;
}

function KeyList({ keys, isAll, onAction }: KeyListProps) {
  const [isEndedShown, ended] = useDisclosure(false);
  const working = keys.filter(({ state }) => state === 'active');
  const endedCount = keys.length - working.length;
  const shown = isEndedShown ? keys : working;
  return (
    <>
      <Card padding={0} style={{ overflow: 'visible' }}>
        {shown.length === 0 ? (
          <Text p="lg" size="sm" c="dimmed">
            {isAll ? 'No key works at present.' : 'None of the newest keys works at present.'}
          </Text>
        ) : (
          <ul className={rowClasses.list} aria-label="API keys">
            {shown.map((key) => (
              <KeyRow key={key.id} apiKey={key} onAction={onAction} />
            ))}
          </ul>
        )}
      </Card>
      {endedCount > 0 && (
        <Group>
          <Button variant="subtle" size="xs" onClick={ended.toggle} aria-expanded={isEndedShown}>
            {isEndedShown ? 'Hide' : 'Show'} {endedCount} that no longer {endedCount === 1 ? 'works' : 'work'}
          </Button>
        </Group>
      )}
    </>
  );
}
