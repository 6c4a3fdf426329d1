import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import type { BlockShape, TransactionShape } from './block-shapes.ts';
import { drawConversion, drawImport, drawLaunch } from './draw-conversions.ts';
import { type Drawn, drawPayment, drawRegistration, drawUpdate, type Scene } from './draw-transactions.ts';

/** As far as there are coins; the scene is moved on. */
export function drawBody(scene: Scene, shapes: BlockShape): BuiltTransaction[] {
  return shapes.flatMap((shape) => {
    const drawn = draw(scene, shape);
    if (drawn === undefined) return [];
    const transaction = buildTransaction(drawn);
    scene.state.add(transaction, scene.height, drawn);
    return [transaction];
  });
}

/** A shape without coins gives way to a payment of its size. */
function draw(scene: Scene, shape: TransactionShape): Drawn | undefined {
  switch (shape.purpose) {
    case 'registration':
      return drawRegistration(scene, shape);
    case 'update':
      return drawUpdate(scene, shape) ?? drawPayment(scene, shape);
    case 'launch':
      return drawLaunch(scene) ?? drawPayment(scene, shape);
    case 'conversion':
      return drawConversion(scene, shape) ?? drawFirstLaunch(scene) ?? drawPayment(scene, shape);
    case 'import':
      return drawImport(scene) ?? drawPayment(scene, shape);
    case 'payment':
      return drawPayment(scene, shape);
  }
}

function drawFirstLaunch(scene: Scene): Drawn | undefined {
  return scene.state.basketIds.length === 0 ? drawLaunch(scene) : undefined;
}
