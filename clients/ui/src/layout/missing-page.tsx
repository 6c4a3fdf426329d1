import { Button, Card } from '@mantine/core';
import { MapIcon } from 'lucide-react';
import { Link } from 'react-router';
import { NothingYet } from '#/feedback/nothing-yet.tsx';
import { Page } from './page.tsx';

export function MissingPage() {
  return (
    <Page title="Page not found">
      <Card>
        <NothingYet
          icon={<MapIcon />}
          title="Nothing lives at this address"
          action={
            <Button component={Link} to="/">
              To the start
            </Button>
          }
        >
          The link may be old, or a letter may be missing.
        </NothingYet>
      </Card>
    </Page>
  );
}
