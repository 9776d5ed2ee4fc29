package io.bide.testing.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Who may import whom, and what production code never does. */
@AnalyzeClasses(packages = "io.bide", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String API = "io.bide";
  private static final String SPI = "io.bide.store";
  private static final String ENGINE = "io.bide.engine..";
  private static final String ROCKSDB = "io.bide.store.rocksdb..";
  private static final String REDIS = "io.bide.store.redis..";
  private static final String STORES = "io.bide.store.*..";
  private static final String DIALECT_SPI = "io.bide.dialect";
  private static final String DIALECTS = "io.bide.dialect..";
  private static final String EACH_DIALECT = "io.bide.dialect.*..";
  private static final String IMPORTS = "io.bide.imports..";
  private static final String SERVER = "io.bide.server..";
  private static final String CLIENT = "io.bide.client..";
  private static final String WORKER = "io.bide.worker..";
  private static final String TASKS = "io.bide.tasks..";
  private static final String SPRING_API = "io.bide.spring";
  private static final String SPRING = "io.bide.spring..";
  private static final String SPRING_ASSEMBLY = "io.bide.spring.autoconfigure";
  private static final String SPRING_SERVER = "io.bide.spring.server";
  private static final String SPRING_CONTRACT = "io.bide.testing.spring";
  private static final String JUNIT_KIT = "io.bide.junit..";
  private static final String CONTRACTS = "io.bide.testing";
  private static final String RANDOM = "io.bide.testing.random..";
  private static final String CRASH = "io.bide.testing.crash..";
  private static final String BENCH = "io.bide.bench..";

  private static final String SLF4J = "org.slf4j..";
  private static final String JDK_CRYPTO = "javax.crypto..";
  private static final String JDK_TLS = "javax.net.ssl..";
  private static final String VERTX = "io.vertx..";
  private static final String JACKSON = "com.fasterxml.jackson.core..";
  private static final String LETTUCE = "io.lettuce..";
  private static final String FRAMEWORK = "org.springframework..";
  private static final String ROCKSDB_DRIVER = "org.rocksdb..";

  // Layers: besides the JDK, jspecify and itself, a module imports what is listed here.

  @ArchTest
  static final ArchRule api_imports_nothing = layer(API);

  @ArchTest
  static final ArchRule spi = layer(SPI, API);

  @ArchTest
  static final ArchRule rocksdb = layer(ROCKSDB, API, SPI, ROCKSDB_DRIVER, SLF4J);

  @ArchTest
  static final ArchRule redis = layer(REDIS, API, SPI, LETTUCE, SLF4J);

  @ArchTest
  static final ArchRule engine = layer(ENGINE, API, SPI, SLF4J, JDK_CRYPTO);

  @ArchTest
  static final ArchRule dialects = layer(DIALECTS, API, VERTX, JACKSON, SLF4J);

  @ArchTest
  static final ArchRule imports = layer(IMPORTS, API, LETTUCE, JACKSON);

  @ArchTest
  static final ArchRule client = layer(CLIENT, API, JACKSON, JDK_CRYPTO, JDK_TLS);

  @ArchTest
  static final ArchRule worker = layer(WORKER, API, SLF4J);

  @ArchTest
  static final ArchRule tasks = layer(TASKS, API, WORKER, SLF4J);

  @ArchTest
  static final ArchRule spring = classes()
      .that()
      .resideInAPackage(SPRING)
      .and()
      .resideOutsideOfPackages(SPRING_ASSEMBLY, SPRING_SERVER)
      .should()
      .onlyDependOnClassesThat()
      .resideInAnyPackage(
          "java..",
          "org.jspecify..",
          API,
          WORKER,
          TASKS,
          SPRING,
          FRAMEWORK,
          "com.fasterxml.jackson..",
          "tools.jackson..",
          "com.netflix.appinfo..",
          "io.micrometer..",
          SLF4J)
      .allowEmptyShould(true);

  @ArchTest
  static final ArchRule junit_kit =
      layer(JUNIT_KIT, API, SPI, ENGINE, ROCKSDB, WORKER, "org.junit.jupiter.api..");

  @ArchTest
  static final ArchRule contracts =
      layer(CONTRACTS, API, SPI, "org.junit.jupiter..", "org.assertj..");

  @ArchTest
  static final ArchRule stores_do_not_import_each_other = slices()
      .matching("io.bide.store.(*)..")
      .should()
      .notDependOnEachOther()
      .allowEmptyShould(true);

  @ArchTest
  static final ArchRule dialects_do_not_import_each_other = slices()
      .matching("io.bide.dialect.(*)..")
      .should()
      .notDependOnEachOther()
      .allowEmptyShould(true);

  @ArchTest
  static final ArchRule only_the_assembly_names_stores_and_dialects = noClasses()
      .that()
      .resideInAPackage(SERVER)
      .and()
      .haveNameNotMatching("io\\.bide\\.server\\.Assembly(\\$.*)?")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(STORES, EACH_DIALECT)
      .allowEmptyShould(true);

  // Packages

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().assignedFrom(Conditions.ONE_SLICE_PER_PACKAGE).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule sub_packages_do_not_import_their_parent =
      // These are made to be imported; they only look like parents.
      noClasses()
          .should(Conditions.dependOnAParentPackageExcept(
              API, SPI, DIALECT_SPI, SPRING_API, CONTRACTS));

  @ArchTest
  static final ArchRule packages_are_named_by_role = noClasses()
      .should()
      .resideInAnyPackage(
          "..util..", "..common..", "..impl..", "..model..", "..dto..", "..exception..");

  @ArchTest
  static final ArchRule classes_are_named_by_what_they_are =
      noClasses().should().haveSimpleNameEndingWith("Impl");

  // Drivers

  @ArchTest
  static final ArchRule rocksdb_stays = driver(ROCKSDB_DRIVER, ROCKSDB);

  @ArchTest
  static final ArchRule lettuce_stays = driver(LETTUCE, REDIS, IMPORTS);

  @ArchTest
  static final ArchRule redisson_stays = driver("org.redisson..", "io.bide.bench.redisson..");

  @ArchTest
  static final ArchRule vertx_stays =
      // The bench compares the server with a bare one.
      driver(VERTX, DIALECTS, SERVER, BENCH);

  @ArchTest
  static final ArchRule spring_stays = driver(FRAMEWORK, SPRING, SPRING_CONTRACT);

  @ArchTest
  static final ArchRule stores_do_not_show_their_driver = codeUnits()
      .that(Conditions.CAN_BE_CALLED_FROM_OTHER_PACKAGES)
      .and()
      .areDeclaredInClassesThat()
      .resideInAnyPackage(STORES, IMPORTS)
      .should(Conditions.notMention(ROCKSDB_DRIVER, LETTUCE))
      .allowEmptyShould(true);

  // Time, logging, output

  @ArchTest
  static final ArchRule time_is_passed_in = noClasses()
      .that()
      .resideOutsideOfPackages(BENCH, CRASH)
      .and()
      .haveNameNotMatching("io\\.bide\\.SystemTime(\\$.*)?")
      .should()
      .accessTargetWhere(Conditions.TARGET_IS_AMBIENT_TIME);

  @ArchTest
  static final ArchRule logging_goes_through_slf4j = noClasses().should(USE_JAVA_UTIL_LOGGING);

  @ArchTest
  static final ArchRule libraries_do_not_print = noClasses()
      .that()
      // Whoever runs random sequences must see their seed, also when they hang.
      .resideOutsideOfPackages(SERVER, BENCH, CRASH, RANDOM)
      .should(ACCESS_STANDARD_STREAMS);

  private static ArchRule layer(String itself, String... imports) {
    String[] allowed = Stream.concat(
            Stream.of(itself, "java..", "org.jspecify.."), Stream.of(imports))
        .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(itself)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true);
  }

  private static ArchRule driver(String driver, String... owners) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(owners)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(driver)
        .allowEmptyShould(true);
  }
}
