import type { Member, Role } from '@ledgergraph/dashboard-api/contract';
import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone, notifyFailed } from '@ledgergraph/ui/feedback/notify.ts';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Avatar, Box, Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '#/session/use-me.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { mayChangeRole, offeredRoles } from './roles.ts';
import { useTeamChanges } from './use-team-changes.ts';

export function MembersList({ members }: { members: Member[] }) {
  const { user } = useMe();
  const { setRole, remove } = useTeamChanges();
  const [removing, setRemoving] = useState<Member>();
  const change = (member: Member, role: Role): void =>
    setRole.mutate(
      { memberId: member.id, role },
      { onSuccess: () => notifyDone(`${member.name} is ${role} now.`), onError: notifyFailed },
    );
  return (
    <>
      <Rows label="Members">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={member.userId === user.id}
            isChanging={setRole.isPending}
            onRole={(role) => change(member, role)}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </Rows>
      <ConfirmDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.name ?? ''}?`}
        confirm="Remove member"
        onConfirm={() =>
          removing !== undefined && remove.mutate(removing.id, { onSuccess: () => setRemoving(undefined) })
        }
        isBusy={remove.isPending}
        error={remove.error}
      >
        They see nothing of the team any more. Keys they made belong to the team and keep working: revoke those they
        know.
      </ConfirmDialog>
    </>
  );
}

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  isChanging: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
}

function MemberRow({ member, isMe, isChanging, onRole, onRemove }: MemberRowProps) {
  const { role: myRole } = useTeam();
  const changes = (
    <>
      <Select
        size="xs"
        w={120}
        aria-label={`Role of ${member.name}`}
        data={offeredRoles(myRole)}
        value={member.role}
        disabled={isChanging}
        onChange={(role) => role !== null && onRole(role as Role)}
      />
      <Button size="xs" variant="default" aria-label={`Remove ${member.name}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
  const badge = <StateBadge tone={member.role === 'member' ? 'calm' : 'accent'}>{member.role}</StateBadge>;
  return (
    <Row actions={mayChangeRole(myRole, member.role) && !isMe ? changes : badge}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={member.name} color="ledger" radius="xl" size={36} aria-hidden />
        <Box style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} className="breakable">
            {member.name}
            {isMe && ' (you)'}
          </Text>
          <Text size="xs" c="dimmed" className="breakable">
            {member.email}
          </Text>
        </Box>
      </Group>
    </Row>
  );
}
