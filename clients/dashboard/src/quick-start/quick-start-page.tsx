import { EnvironmentPage } from './environment-page.tsx';
import { Explorer } from './explorer.tsx';
import { KeyStep } from './key-step.tsx';
import { QueryStep } from './query-step.tsx';

export function QuickStartPage() {
  return (
    <EnvironmentPage
      title="Quick start"
      intro="One endpoint, one key, one POST. Copy a snippet, run it, and go on in the explorer below."
    >
      {({ environment, value }) => (
        <>
          <KeyStep environment={environment} value={value} />
          <QueryStep environment={environment} value={value} />
          <Explorer value={value} key={value} />
        </>
      )}
    </EnvironmentPage>
  );
}
