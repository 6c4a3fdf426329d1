import { listNotarizations, type NotarizationsArguments } from './list-notarizations.ts';
import { listProducers, type ProducersArguments } from './list-producers.ts';
import { listStakes, type StakesArguments } from './list-stakes.ts';
import { listStatistics, type StatisticsArguments } from './list-statistics.ts';
import type { Context } from './loaders.ts';

export const Query = {
  statistics: (_: unknown, args: StatisticsArguments, context: Context) => listStatistics(args, context),
  producers: (_: unknown, args: ProducersArguments, context: Context) => listProducers(args, context),
  stakes: (_: unknown, args: StakesArguments, context: Context) => listStakes(args, context),
  notarizations: (_: unknown, args: NotarizationsArguments, context: Context) => listNotarizations(args, context),
};
